CREATE TABLE `first_steps` (
	`step` text PRIMARY KEY NOT NULL,
	`done_at` integer NOT NULL,
	CONSTRAINT "first_steps_step" CHECK("first_steps"."step" IN ('locks'))
) STRICT;
--> statement-breakpoint
-- A portal that has had a paid ride has set its locks.
INSERT INTO first_steps SELECT 'locks', unixepoch() WHERE EXISTS (SELECT 1 FROM bookings WHERE payment_id IS NOT NULL);
