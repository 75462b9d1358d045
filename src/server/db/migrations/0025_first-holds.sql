ALTER TABLE `bookings` ADD `held_from` text;--> statement-breakpoint
CREATE INDEX `bookings_held_from` ON `bookings` (`held_from`) WHERE "bookings"."held_from" is not null;