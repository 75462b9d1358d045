CREATE TABLE `moves` (
	`ride_id` text NOT NULL,
	`revision` integer NOT NULL,
	`from_scooter_id` text NOT NULL,
	`to_scooter_id` text NOT NULL,
	`moved_by` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`ride_id`, `revision`)
) STRICT;
--> statement-breakpoint
CREATE INDEX `moves_from` ON `moves` (`from_scooter_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `problems` (
	`id` text PRIMARY KEY NOT NULL,
	`scooter_id` text NOT NULL,
	`booking_id` text,
	`user_id` text,
	`kind` text NOT NULL,
	`is_rideable` integer NOT NULL,
	`words` text,
	`photo_id` text,
	`note` text,
	`state` text NOT NULL,
	`blocked_from` integer,
	`blocked_until` integer,
	`set_maintenance` integer DEFAULT false NOT NULL,
	`outcome` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT "problems_blocked" CHECK(("problems"."blocked_from" IS NULL) = ("problems"."blocked_until" IS NULL) AND coalesce("problems"."blocked_until" > "problems"."blocked_from", 1))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `problems_ride` ON `problems` (`booking_id`,`scooter_id`,`kind`) WHERE booking_id IS NOT NULL AND state = 'open';--> statement-breakpoint
CREATE INDEX `problems_scooter` ON `problems` (`scooter_id`,`state`,`blocked_until`);--> statement-breakpoint
CREATE INDEX `problems_state` ON `problems` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `problems_user` ON `problems` (`user_id`,`created_at`) WHERE "problems"."user_id" is not null;--> statement-breakpoint
ALTER TABLE `bookings` ADD `claimed_from` integer;--> statement-breakpoint
CREATE INDEX `bookings_out` ON `bookings` (`scooter_id`,`end_at`) WHERE kind = 'ride' AND state = 'confirmed' AND returned_at IS NULL;--> statement-breakpoint
ALTER TABLE `property_settings` ADD `return_mode` text;--> statement-breakpoint
ALTER TABLE `property_settings` ADD `report_refunds` integer;