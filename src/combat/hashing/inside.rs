//! What stands between the beginning and the end of a list, a map, a struct or a variant.

use super::feeder::Kind;
use super::{Hasher64, Unhashable};
use serde::ser::{self, Serialize};

/// The inside of a list, a map, a struct or a variant.
pub(super) struct Inside<'a> {
    hasher: &'a mut Hasher64,
}

impl<'a> Inside<'a> {
    /// The inside of something whose beginning was fed.
    pub(super) fn new(hasher: &'a mut Hasher64) -> Inside<'a> {
        Inside { hasher }
    }

    pub(super) fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unhashable> {
        self.hasher.feed(value)
    }

    pub(super) fn close(self) -> Result<(), Unhashable> {
        self.hasher.word(Kind::End as u64);
        Ok(())
    }
}

/// Elements and unnamed fields are fed alike.
macro_rules! unnamed {
    ($($kind:ident $feed:ident),*) => {$(
        impl ser::$kind for Inside<'_> {
            type Ok = ();
            type Error = Unhashable;

            fn $feed<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unhashable> {
                self.value(value)
            }

            fn end(self) -> Result<(), Unhashable> {
                self.close()
            }
        }
    )*};
}

unnamed! {
    SerializeSeq serialize_element,
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field
}

/// Named fields are fed without their names; one left out is fed as a gap.
macro_rules! named {
    ($($kind:ident),*) => {$(
        impl ser::$kind for Inside<'_> {
            type Ok = ();
            type Error = Unhashable;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                _: &'static str,
                value: &T,
            ) -> Result<(), Unhashable> {
                self.value(value)
            }

            fn skip_field(&mut self, _: &'static str) -> Result<(), Unhashable> {
                self.hasher.word(Kind::Skipped as u64);
                Ok(())
            }

            fn end(self) -> Result<(), Unhashable> {
                self.close()
            }
        }
    )*};
}

named! { SerializeStruct, SerializeStructVariant }

impl ser::SerializeMap for Inside<'_> {
    type Ok = ();
    type Error = Unhashable;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Unhashable> {
        self.value(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Unhashable> {
        self.value(value)
    }

    fn end(self) -> Result<(), Unhashable> {
        self.close()
    }
}
