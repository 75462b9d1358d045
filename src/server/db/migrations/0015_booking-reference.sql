CREATE INDEX `bookings_reference` ON `bookings` (substr(id, -8));
