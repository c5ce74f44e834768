"""What tests share: a clock moved by hand and a small HTTP peer."""
