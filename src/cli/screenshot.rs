//! `screenshot`: draws scenes of the game into pictures, without a window.

use super::FAULT;
use super::out::{complain, say};
use crate::client::screenshot::shoot;
use std::path::PathBuf;

/// What `screenshot` takes.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Scenes: menu, setup, plan, odds, react, night, result, cover.
    #[arg(required = true)]
    scenes: Vec<String>,
    /// Where the pictures go.
    #[arg(long, default_value = ".")]
    folder: PathBuf,
    /// Width and height of a picture, such as 1600x900.
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = size, default_value = "1280x720")]
    size: (u32, u32),
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let found = text
        .split_once('x')
        .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    match found {
        Some((width, height)) if (64..=8192).contains(&width) && (64..=8192).contains(&height) => {
            Ok((width, height))
        }
        _ => Err(format!(
            "`{text}` is no size; write for instance 1600x900, each from 64 to 8192"
        )),
    }
}

/// Does what the arguments say; the exit code.
pub fn run(args: &Args) -> u8 {
    let mut code = 0;
    for name in &args.scenes {
        match shoot(name, &args.folder, args.size) {
            Ok(path) => say(path.display().to_string()),
            Err(fault) => {
                complain(fault);
                code = FAULT;
            }
        }
    }
    code
}
