//! Every scene that a picture is drawn of comes to its moment by the keys a player would press.

use super::*;
use crate::client::scenes::{SCENES, Scene, next_key};

fn comes(name: &str, scene: Scene) -> u32 {
    let mut bench = Bench::new(scene.opening().unwrap(), scene.options(), (1600.0, 900.0));
    for frame in 0..6000 {
        if scene.is_ready(&bench.client) {
            return frame;
        }
        match next_key(&mut bench.client, scene) {
            Some(key) => bench.key(key),
            None => bench.frame(),
        }
    }
    panic!("the scene `{name}` does not come");
}

#[test]
fn every_scene_of_the_pictures_comes_to_its_moment() {
    for (name, scene) in SCENES {
        // The end is a whole battle between computers; the records test such ones.
        if scene != Scene::Result {
            let frames = comes(name, scene);
            assert!(frames < 3000, "{name} takes {frames} frames");
        }
    }
}
