"""Orders, invoices and the letters that go with them."""
