//! The serde serializer behind the hash: every value becomes words, one after another.

use super::inside::Inside;
use super::{Hasher64, Unhashable};
use serde::ser::{self, Serialize};
use std::fmt;

/// What kind of value a word begins or ends. Numbers stay as they are for ever.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Bool = 1,
    Positive = 2,
    Negative = 3,
    Wide = 4,
    Char = 5,
    Text = 6,
    Bytes = 7,
    None = 8,
    Some = 9,
    Unit = 10,
    Variant = 11,
    List = 12,
    Map = 13,
    Fields = 14,
    Skipped = 15,
    End = 16,
}

/// Feeds one value into a hash.
pub(super) struct Feeder<'a> {
    hasher: &'a mut Hasher64,
}

impl<'a> Feeder<'a> {
    /// Feeds one value.
    pub(super) fn new(hasher: &'a mut Hasher64) -> Feeder<'a> {
        Feeder { hasher }
    }

    fn kind(&mut self, kind: Kind) {
        self.hasher.word(kind as u64);
    }

    fn tagged(mut self, kind: Kind, word: u64) -> Result<(), Unhashable> {
        self.kind(kind);
        self.hasher.word(word);
        Ok(())
    }

    fn open(mut self, kind: Kind) -> Result<Inside<'a>, Unhashable> {
        self.kind(kind);
        Ok(Inside::new(self.hasher))
    }

    fn open_variant(mut self, variant: u32) -> Result<Inside<'a>, Unhashable> {
        self.kind(Kind::Variant);
        self.hasher.word(u64::from(variant));
        self.open(Kind::Fields)
    }
}

impl<'a> ser::Serializer for Feeder<'a> {
    type Ok = ();
    type Error = Unhashable;
    type SerializeSeq = Inside<'a>;
    type SerializeTuple = Inside<'a>;
    type SerializeTupleStruct = Inside<'a>;
    type SerializeTupleVariant = Inside<'a>;
    type SerializeMap = Inside<'a>;
    type SerializeStruct = Inside<'a>;
    type SerializeStructVariant = Inside<'a>;

    fn is_human_readable(&self) -> bool {
        false
    }

    fn serialize_bool(self, value: bool) -> Result<(), Unhashable> {
        self.tagged(Kind::Bool, u64::from(value))
    }

    fn serialize_i8(self, value: i8) -> Result<(), Unhashable> {
        self.serialize_i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Result<(), Unhashable> {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Result<(), Unhashable> {
        self.serialize_i64(value.into())
    }

    fn serialize_i64(self, value: i64) -> Result<(), Unhashable> {
        let kind = if value < 0 {
            Kind::Negative
        } else {
            Kind::Positive
        };
        self.tagged(kind, value.unsigned_abs())
    }

    fn serialize_i128(self, value: i128) -> Result<(), Unhashable> {
        match i64::try_from(value) {
            Ok(value) => self.serialize_i64(value),
            Err(_) => self.wide(u64::from(value < 0), value.unsigned_abs()),
        }
    }

    fn serialize_u8(self, value: u8) -> Result<(), Unhashable> {
        self.serialize_u64(value.into())
    }

    fn serialize_u16(self, value: u16) -> Result<(), Unhashable> {
        self.serialize_u64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Result<(), Unhashable> {
        self.serialize_u64(value.into())
    }

    fn serialize_u64(self, value: u64) -> Result<(), Unhashable> {
        self.tagged(Kind::Positive, value)
    }

    fn serialize_u128(self, value: u128) -> Result<(), Unhashable> {
        match u64::try_from(value) {
            Ok(value) => self.serialize_u64(value),
            Err(_) => self.wide(0, value),
        }
    }

    fn serialize_f32(self, _: f32) -> Result<(), Unhashable> {
        Err(Unhashable::Float)
    }

    fn serialize_f64(self, _: f64) -> Result<(), Unhashable> {
        Err(Unhashable::Float)
    }

    fn serialize_char(self, value: char) -> Result<(), Unhashable> {
        self.tagged(Kind::Char, u64::from(u32::from(value)))
    }

    fn serialize_str(mut self, value: &str) -> Result<(), Unhashable> {
        self.kind(Kind::Text);
        self.hasher.bytes(value.as_bytes());
        Ok(())
    }

    fn serialize_bytes(mut self, value: &[u8]) -> Result<(), Unhashable> {
        self.kind(Kind::Bytes);
        self.hasher.bytes(value);
        Ok(())
    }

    fn serialize_none(mut self) -> Result<(), Unhashable> {
        self.kind(Kind::None);
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(mut self, value: &T) -> Result<(), Unhashable> {
        self.kind(Kind::Some);
        value.serialize(self)
    }

    fn serialize_unit(mut self) -> Result<(), Unhashable> {
        self.kind(Kind::Unit);
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Unhashable> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        variant: u32,
        _: &'static str,
    ) -> Result<(), Unhashable> {
        self.tagged(Kind::Variant, u64::from(variant))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Unhashable> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        variant: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Unhashable> {
        let mut inside = self.open_variant(variant)?;
        inside.value(value)?;
        inside.close()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Inside<'a>, Unhashable> {
        self.open(Kind::List)
    }

    fn serialize_tuple(self, _: usize) -> Result<Inside<'a>, Unhashable> {
        self.open(Kind::Fields)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Inside<'a>, Unhashable> {
        self.open(Kind::Fields)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        variant: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Inside<'a>, Unhashable> {
        self.open_variant(variant)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Inside<'a>, Unhashable> {
        self.open(Kind::Map)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Inside<'a>, Unhashable> {
        self.open(Kind::Fields)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        variant: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Inside<'a>, Unhashable> {
        self.open_variant(variant)
    }

    fn collect_str<T: fmt::Display + ?Sized>(mut self, value: &T) -> Result<(), Unhashable> {
        self.kind(Kind::Text);
        let mut text = Text::new(self.hasher);
        match fmt::write(&mut text, format_args!("{value}")) {
            Ok(()) => {
                text.close();
                Ok(())
            }
            Err(_) => Err(Unhashable::Refused(
                "a text could not be written".to_owned(),
            )),
        }
    }
}

impl Feeder<'_> {
    /// An integer beyond 64 bits.
    fn wide(mut self, sign: u64, value: u128) -> Result<(), Unhashable> {
        self.kind(Kind::Wide);
        self.hasher.word(sign);
        self.hasher.word((value >> 64) as u64);
        self.hasher.word(value as u64);
        Ok(())
    }
}

/// Text written piece by piece, fed as if it had come whole.
struct Text<'a> {
    hasher: &'a mut Hasher64,
    part: [u8; 8],
    length: u64,
}

impl<'a> Text<'a> {
    fn new(hasher: &'a mut Hasher64) -> Text<'a> {
        Text {
            hasher,
            part: [0; 8],
            length: 0,
        }
    }

    fn close(self) {
        self.hasher.word(u64::from_le_bytes(self.part));
        self.hasher.word(self.length);
    }
}

impl fmt::Write for Text<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.part[(self.length % 8) as usize] = byte;
            self.length += 1;
            if self.length.is_multiple_of(8) {
                self.hasher.word(u64::from_le_bytes(self.part));
                self.part = [0; 8];
            }
        }
        Ok(())
    }
}
