-- Generated from schema.ts by drizzle-kit; the index on later names, which it takes apart at the commas, is put
-- together by hand.
CREATE INDEX `bookings_start` ON `bookings` (`start_at`);--> statement-breakpoint
CREATE INDEX `bookings_paid` ON `bookings` (`start_at`) WHERE state = 'confirmed';--> statement-breakpoint
CREATE INDEX `bookings_unpaid` ON `bookings` (`start_at`) WHERE state IN ('held', 'expired', 'released');--> statement-breakpoint
CREATE INDEX `bookings_refunded` ON `bookings` (`start_at`) WHERE state IN ('refund_due', 'refunded');--> statement-breakpoint
CREATE INDEX `bookings_cancelled` ON `bookings` (`start_at`) WHERE state = 'cancelled';--> statement-breakpoint
CREATE INDEX `users_created` ON `users` (`created_at`);--> statement-breakpoint
CREATE INDEX `users_property` ON `users` (`property_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `users_name` ON `users` (name COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `users_later_names` ON `users` (substr(name, instr(name, ' ') + 1) COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `users_deleted` ON `users` (`deleted_at`) WHERE deleted_at IS NOT NULL;
