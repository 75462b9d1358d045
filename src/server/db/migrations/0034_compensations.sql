CREATE TABLE `compensations` (
	`booking_id` text PRIMARY KEY NOT NULL,
	`paise` integer NOT NULL,
	`created_at` integer NOT NULL,
	`paid_at` integer,
	`note` text,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "compensations_paise" CHECK("compensations"."paise" > 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `compensations_owed` ON `compensations` (`created_at`) WHERE paid_at IS NULL;--> statement-breakpoint
-- From now on a property refunds in full by default. What was made before keeps its 50 percent, written out.
UPDATE bookings SET terms = '{"free_cancel_minutes":60,"grace_minutes":10,"late_cancel_percent":50}'
 WHERE kind = 'ride' AND terms IS NULL;--> statement-breakpoint
INSERT INTO property_settings (property_id, late_cancel_percent, updated_at)
SELECT id, 50, unixepoch() FROM properties WHERE archived_at IS NULL
    ON CONFLICT (property_id) DO UPDATE SET late_cancel_percent = 50 WHERE late_cancel_percent IS NULL;
