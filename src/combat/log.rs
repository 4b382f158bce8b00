//! What was ordered and what happened: two append-only lists.

use super::event::Event;
use super::order::Order;
use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};

/// Name of the log of events in a snapshot. Records keep it apart, for people to read.
pub const EVENTS_PART: &str = "events";

/// Name of the log of orders in a snapshot. Records keep it apart, too.
pub const ORDERS_PART: &str = "orders";

/// Everything that happened, in order.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EventLog(pub Vec<Event>);

impl EventLog {
    /// Appends an event.
    pub fn push(&mut self, event: Event) {
        self.0.push(event);
    }
}

/// An order that was given, with the number of the window it was given in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    /// The window's number.
    pub window: u32,
    /// The order.
    pub order: Order,
}

/// Every order that was given, by window, sorted by side and combatant inside one.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OrderLog(pub Vec<Given>);
