-- Generated from schema.ts by drizzle-kit; STRICT and WITHOUT ROWID, which it does not know, are added by hand.
CREATE TABLE `admins` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`password_hash` text NOT NULL,
	`token_version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `admins_email_unique` ON `admins` (`email`);--> statement-breakpoint
CREATE TABLE `bookings` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`scooter_id` text NOT NULL,
	`scooter_name` text NOT NULL,
	`property_id` text NOT NULL,
	`property_name` text NOT NULL,
	`start_at` integer NOT NULL,
	`end_at` integer NOT NULL,
	`plan_id` text,
	`plan_name` text,
	`hours` integer NOT NULL,
	`amount` integer NOT NULL,
	`state` text NOT NULL,
	`settling` integer DEFAULT false NOT NULL,
	`hold_until` integer,
	`order_id` text,
	`payment_id` text,
	`next_check_at` integer,
	`checks` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`scooter_id`) REFERENCES `scooters`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "bookings_window" CHECK("bookings"."end_at" > "bookings"."start_at"),
	CONSTRAINT "bookings_hours" CHECK("bookings"."hours" BETWEEN 1 AND 24),
	CONSTRAINT "bookings_amount" CHECK("bookings"."amount" >= 1),
	CONSTRAINT "bookings_hold" CHECK(("bookings"."state" = 'held') = ("bookings"."hold_until" IS NOT NULL)),
	CONSTRAINT "bookings_paid" CHECK("bookings"."state" <> 'confirmed' OR "bookings"."payment_id" IS NOT NULL)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_order_id_unique` ON `bookings` (`order_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `bookings_payment_id_unique` ON `bookings` (`payment_id`);--> statement-breakpoint
CREATE INDEX `bookings_user` ON `bookings` (`user_id`,`start_at`);--> statement-breakpoint
CREATE INDEX `bookings_scooter` ON `bookings` (`scooter_id`,`start_at`);--> statement-breakpoint
CREATE INDEX `bookings_property` ON `bookings` (`property_id`,`start_at`);--> statement-breakpoint
CREATE INDEX `bookings_created` ON `bookings` (`created_at`);--> statement-breakpoint
CREATE INDEX `bookings_held` ON `bookings` (`hold_until`) WHERE state = 'held';--> statement-breakpoint
CREATE INDEX `bookings_check` ON `bookings` (`next_check_at`) WHERE "bookings"."next_check_at" is not null;--> statement-breakpoint
CREATE TABLE `legacy_pricing` (
	`property_id` text PRIMARY KEY NOT NULL,
	`hourly_1` integer NOT NULL,
	`hourly_3` integer NOT NULL,
	`hourly_6` integer NOT NULL,
	`hourly_12` integer NOT NULL,
	FOREIGN KEY (`property_id`) REFERENCES `properties`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`payment_id` text,
	`status` text NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `payments_booking` ON `payments` (`booking_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_captured` ON `payments` (`payment_id`) WHERE status = 'captured';--> statement-breakpoint
CREATE TABLE `pricing_plans` (
	`id` text PRIMARY KEY NOT NULL,
	`property_id` text NOT NULL,
	`name` text NOT NULL,
	`hours` integer NOT NULL,
	`cost` integer NOT NULL,
	`available_days` text NOT NULL,
	`is_active` integer NOT NULL,
	`created_at` integer NOT NULL,
	`archived_at` integer,
	FOREIGN KEY (`property_id`) REFERENCES `properties`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "pricing_plans_hours" CHECK("pricing_plans"."hours" BETWEEN 1 AND 24),
	CONSTRAINT "pricing_plans_cost" CHECK("pricing_plans"."cost" >= 1)
) STRICT;
--> statement-breakpoint
CREATE INDEX `pricing_plans_property` ON `pricing_plans` (`property_id`);--> statement-breakpoint
CREATE TABLE `properties` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`location` text NOT NULL,
	`image_url` text,
	`created_at` integer NOT NULL,
	`archived_at` integer
) STRICT;
--> statement-breakpoint
CREATE TABLE `refunds` (
	`payment_id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`amount` integer NOT NULL,
	`reason` text NOT NULL,
	`status` text NOT NULL,
	`refund_id` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`lease_until` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `refunds_booking` ON `refunds` (`booking_id`);--> statement-breakpoint
CREATE INDEX `refunds_due` ON `refunds` (`status`,`lease_until`);--> statement-breakpoint
CREATE TABLE `revoked_tokens` (
	`jti` text PRIMARY KEY NOT NULL,
	`expires_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `revoked_tokens_expiry` ON `revoked_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sandbox_orders` (
	`id` text PRIMARY KEY NOT NULL,
	`receipt` text NOT NULL,
	`amount` integer NOT NULL,
	`created_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `sandbox_orders_receipt_unique` ON `sandbox_orders` (`receipt`);--> statement-breakpoint
CREATE TABLE `sandbox_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`amount` integer NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `sandbox_orders`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `sandbox_payments_order` ON `sandbox_payments` (`order_id`);--> statement-breakpoint
CREATE TABLE `scooters` (
	`id` text PRIMARY KEY NOT NULL,
	`property_id` text,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`otp_pin` text NOT NULL,
	`image_url` text,
	`created_at` integer NOT NULL,
	`archived_at` integer,
	FOREIGN KEY (`property_id`) REFERENCES `properties`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `scooters_property` ON `scooters` (`property_id`);--> statement-breakpoint
CREATE TABLE `slot_claims` (
	`scooter_id` text NOT NULL,
	`cell` integer NOT NULL,
	`booking_id` text NOT NULL,
	`hold_until` integer,
	PRIMARY KEY(`scooter_id`, `cell`),
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `slot_claims_booking` ON `slot_claims` (`booking_id`);--> statement-breakpoint
CREATE INDEX `slot_claims_hold` ON `slot_claims` (`hold_until`) WHERE "slot_claims"."hold_until" is not null;--> statement-breakpoint
CREATE TABLE `throttles` (
	`key` text PRIMARY KEY NOT NULL,
	`window_start` integer NOT NULL,
	`count` integer NOT NULL,
	`strikes` integer DEFAULT 0 NOT NULL,
	`locked_until` integer DEFAULT 0 NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`path` text NOT NULL,
	`content_type` text NOT NULL,
	`created_at` integer NOT NULL,
	`claimed_at` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `uploads_unclaimed` ON `uploads` (`created_at`) WHERE claimed_at IS NULL;--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text NOT NULL,
	`date_of_birth` text NOT NULL,
	`password_hash` text NOT NULL,
	`property_id` text,
	`license_photo_url` text NOT NULL,
	`profile_image_url` text,
	`token_version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`property_id`) REFERENCES `properties`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE TABLE `webhook_events` (
	`event_id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`received_at` integer NOT NULL
) STRICT;
