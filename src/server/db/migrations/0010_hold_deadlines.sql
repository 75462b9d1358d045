ALTER TABLE `bookings` ADD `held_since` integer;--> statement-breakpoint
CREATE INDEX `bookings_held_since` ON `bookings` (`user_id`,`held_since`) WHERE held_since IS NOT NULL;