//! A battle's state as plain data: captured, restored and hashed part by part.
//!
//! Rule systems register their components and resources once; the registry is the only list, so a
//! part cannot be saved without being hashed, nor hashed without being saved.

use super::combatant::CombatantId;
use super::hashing::Hasher64;
use bevy::ecs::component::Mutable;
use bevy::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// State that could not be written or read back.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{part}: {fault}")]
pub struct SnapshotError {
    /// The part at fault.
    pub part: String,
    /// What was wrong.
    pub fault: String,
}

trait ComponentPart: Send + Sync {
    fn name(&self) -> &'static str;
    fn capture(&self, entity: EntityRef) -> Result<Option<String>, String>;
    fn restore(&self, entity: &mut EntityWorldMut, text: Option<&str>) -> Result<(), String>;
    fn feed(&self, entity: EntityRef, hasher: &mut Hasher64);
}

trait ResourcePart: Send + Sync {
    fn name(&self) -> &'static str;
    fn capture(&self, world: &World) -> Result<String, String>;
    fn restore(&self, world: &mut World, text: &str) -> Result<(), String>;
    fn feed(&self, world: &World, hasher: &mut Hasher64);
}

struct Typed<T> {
    name: &'static str,
    kind: std::marker::PhantomData<fn() -> T>,
}

/// Feeds a part; what serde can write down without floats can always be fed.
fn feed<T: Serialize>(hasher: &mut Hasher64, value: &T) {
    hasher
        .feed(value)
        .expect("parts of a snapshot hold integers, text and containers only");
}

fn write<T: Serialize>(value: &T) -> Result<String, String> {
    ron::to_string(value).map_err(|fault| fault.to_string())
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    ron::from_str(text).map_err(|fault| fault.to_string())
}

impl<T: Component + Serialize + DeserializeOwned> ComponentPart for Typed<T> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn capture(&self, entity: EntityRef) -> Result<Option<String>, String> {
        entity.get::<T>().map(write).transpose()
    }

    fn restore(&self, entity: &mut EntityWorldMut, text: Option<&str>) -> Result<(), String> {
        match text {
            Some(text) => {
                entity.insert(read::<T>(text)?);
            }
            None => {
                entity.remove::<T>();
            }
        }
        Ok(())
    }

    fn feed(&self, entity: EntityRef, hasher: &mut Hasher64) {
        feed(hasher, &entity.get::<T>());
    }
}

/// A component that most combatants have at its default, and that older snapshots lack: it feeds the
/// hash only where it differs.
struct Sparse<T> {
    name: &'static str,
    kind: std::marker::PhantomData<fn() -> T>,
}

impl<T: Component + Default + PartialEq + Serialize + DeserializeOwned> ComponentPart
    for Sparse<T>
{
    fn name(&self) -> &'static str {
        self.name
    }

    fn capture(&self, entity: EntityRef) -> Result<Option<String>, String> {
        entity.get::<T>().map(write).transpose()
    }

    fn restore(&self, entity: &mut EntityWorldMut, text: Option<&str>) -> Result<(), String> {
        entity.insert(text.map_or(Ok(T::default()), read::<T>)?);
        Ok(())
    }

    fn feed(&self, entity: EntityRef, hasher: &mut Hasher64) {
        if let Some(found) = entity.get::<T>().filter(|found| **found != T::default()) {
            feed(hasher, &self.name);
            feed(hasher, found);
        }
    }
}

impl<T: Resource<Mutability = Mutable> + Serialize + DeserializeOwned> ResourcePart for Typed<T> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn capture(&self, world: &World) -> Result<String, String> {
        write(world.get_resource::<T>().ok_or("missing")?)
    }

    fn restore(&self, world: &mut World, text: &str) -> Result<(), String> {
        world.insert_resource(read::<T>(text)?);
        Ok(())
    }

    fn feed(&self, world: &World, hasher: &mut Hasher64) {
        feed(hasher, &world.get_resource::<T>());
    }
}

/// Everything a snapshot holds, in order of registration.
#[derive(Resource, Default)]
pub struct StateParts {
    components: Vec<Box<dyn ComponentPart>>,
    resources: Vec<Box<dyn ResourcePart>>,
}

impl StateParts {
    /// Adds a component that snapshots without it mean the default of, and that feeds the hash only
    /// where it differs from it.
    pub fn default_component<T>(&mut self, name: &'static str)
    where
        T: Component + Default + PartialEq + Serialize + DeserializeOwned,
    {
        self.components.push(Box::new(Sparse::<T> {
            name,
            kind: std::marker::PhantomData,
        }));
    }

    /// Adds a component under a name that stays the same for ever.
    pub fn component<T: Component + Serialize + DeserializeOwned>(&mut self, name: &'static str) {
        self.components.push(Box::new(Typed::<T> {
            name,
            kind: std::marker::PhantomData,
        }));
    }

    /// Adds a resource under a name that stays the same for ever.
    pub fn resource<T: Resource<Mutability = Mutable> + Serialize + DeserializeOwned>(
        &mut self,
        name: &'static str,
    ) {
        self.resources.push(Box::new(Typed::<T> {
            name,
            kind: std::marker::PhantomData,
        }));
    }
}

/// A battle's state, whole, as text by part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Snapshot {
    /// Components by combatant and part.
    pub combatants: BTreeMap<CombatantId, BTreeMap<String, String>>,
    /// Resources by part.
    pub resources: BTreeMap<String, String>,
}

fn entities(world: &mut World) -> Vec<(CombatantId, Entity)> {
    let mut query = world.query::<(&CombatantId, Entity)>();
    let mut found: Vec<_> = query
        .iter(world)
        .map(|(id, entity)| (*id, entity))
        .collect();
    found.sort_by_key(|(id, _)| *id);
    found
}

fn with_parts<R>(world: &mut World, work: impl FnOnce(&mut World, &StateParts) -> R) -> R {
    world.resource_scope(|world, parts: Mut<StateParts>| work(world, &parts))
}

/// Writes the whole state down.
///
/// # Errors
/// If a part cannot be written, which no shipped part does.
pub fn capture(world: &mut World) -> Result<Snapshot, SnapshotError> {
    with_parts(world, |world, parts| {
        let mut snapshot = Snapshot::default();
        for (id, entity) in entities(world) {
            let mut texts = BTreeMap::new();
            for part in &parts.components {
                let text = part
                    .capture(world.entity(entity))
                    .map_err(|fault| SnapshotError {
                        part: format!("{id} {}", part.name()),
                        fault,
                    })?;
                if let Some(text) = text {
                    texts.insert(part.name().to_owned(), text);
                }
            }
            snapshot.combatants.insert(id, texts);
        }
        for part in &parts.resources {
            let text = part.capture(world).map_err(|fault| SnapshotError {
                part: part.name().to_owned(),
                fault,
            })?;
            snapshot.resources.insert(part.name().to_owned(), text);
        }
        Ok(snapshot)
    })
}

/// Puts a state back into a world of the same battle (the same combatants and parts).
///
/// # Errors
/// If a part is missing or unreadable; the world is then half restored and must be thrown away.
pub fn restore(world: &mut World, snapshot: &Snapshot) -> Result<(), SnapshotError> {
    with_parts(world, |world, parts| {
        for (id, entity) in entities(world) {
            let texts = snapshot.combatants.get(&id).ok_or_else(|| SnapshotError {
                part: id.to_string(),
                fault: "this combatant is missing".to_owned(),
            })?;
            let mut entity = world.entity_mut(entity);
            for part in &parts.components {
                let text = texts.get(part.name()).map(String::as_str);
                part.restore(&mut entity, text)
                    .map_err(|fault| SnapshotError {
                        part: format!("{id} {}", part.name()),
                        fault,
                    })?;
            }
        }
        for part in &parts.resources {
            let fault = |fault| SnapshotError {
                part: part.name().to_owned(),
                fault,
            };
            let text = snapshot
                .resources
                .get(part.name())
                .ok_or_else(|| fault("this part is missing".to_owned()))?;
            part.restore(world, text).map_err(fault)?;
        }
        Ok(())
    })
}

/// The state's hash: every part fed field by field as integers, in a fixed order.
pub fn digest(world: &mut World) -> u64 {
    with_parts(world, |world, parts| {
        let mut hasher = Hasher64::new();
        for (id, entity) in entities(world) {
            feed(&mut hasher, &id);
            for part in &parts.components {
                part.feed(world.entity(entity), &mut hasher);
            }
        }
        for part in &parts.resources {
            part.feed(world, &mut hasher);
        }
        hasher.finish()
    })
}
