-- Tables that nobody refers to are made anew with what the database is to refuse. Generated from schema.ts by
-- drizzle-kit; STRICT and WITHOUT ROWID, the order and the copying are by hand. Our code has written no row that is
-- refused from here on; one that a person has written is kept as far as it can be true, and money always.

-- What claims refer to, before them. A claim follows its booking to the scooter that the booking has now, unless that
-- half hour is claimed already.
CREATE UNIQUE INDEX `bookings_of_scooter` ON `bookings` (`id`,`scooter_id`);--> statement-breakpoint
CREATE TABLE `__new_slot_claims` (
	`scooter_id` text NOT NULL,
	`cell` integer NOT NULL,
	`booking_id` text NOT NULL,
	`hold_until` integer,
	PRIMARY KEY(`scooter_id`, `cell`),
	FOREIGN KEY (`booking_id`,`scooter_id`) REFERENCES `bookings`(`id`,`scooter_id`) ON UPDATE no action ON DELETE no action
) STRICT, WITHOUT ROWID;
--> statement-breakpoint
INSERT INTO `__new_slot_claims` (`scooter_id`, `cell`, `booking_id`, `hold_until`)
SELECT b.`scooter_id`, c.`cell`, c.`booking_id`, c.`hold_until`
  FROM `slot_claims` c JOIN `bookings` b ON b.`id` = c.`booking_id`
 WHERE true
 ORDER BY c.`scooter_id` <> b.`scooter_id`, c.`hold_until` IS NOT NULL, c.`hold_until` DESC
    ON CONFLICT (`scooter_id`, `cell`) DO NOTHING;--> statement-breakpoint
DROP TABLE `slot_claims`;--> statement-breakpoint
ALTER TABLE `__new_slot_claims` RENAME TO `slot_claims`;--> statement-breakpoint
CREATE INDEX `slot_claims_booking` ON `slot_claims` (`booking_id`);--> statement-breakpoint
CREATE INDEX `slot_claims_hold` ON `slot_claims` (`hold_until`) WHERE "slot_claims"."hold_until" is not null;--> statement-breakpoint

-- Payments before the refunds that refer to them. A captured one is called by the provider's id. One that only its
-- refund or its booking tells of is written down: the booking's amount, except where the refund says that it was another.
CREATE TABLE `__new_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`payment_id` text,
	`status` text NOT NULL,
	`paise` integer,
	`currency` text,
	`reason` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payments_status" CHECK(`status` IN ('captured', 'dismissed', 'failed')),
	CONSTRAINT "payments_id" CHECK(`status` <> 'captured' OR `payment_id` IS `id`)
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_payments` (`id`, `booking_id`, `payment_id`, `status`, `paise`, `currency`, `reason`, `created_at`)
SELECT coalesce(`payment_id`, `id`), `booking_id`, coalesce(`payment_id`, `id`), 'captured', `paise`, `currency`, `reason`, `created_at`
  FROM `payments` WHERE `status` = 'captured' ORDER BY `rowid`;--> statement-breakpoint
INSERT INTO `__new_payments` (`id`, `booking_id`, `payment_id`, `status`, `paise`, `currency`, `created_at`)
SELECT r.`payment_id`, b.`id`, r.`payment_id`, 'captured',
       CASE WHEN r.`reason` <> 'mismatch' THEN b.`amount` * 100 END, CASE WHEN r.`reason` <> 'mismatch' THEN 'INR' END, r.`created_at`
  FROM `refunds` r JOIN `bookings` b ON b.`id` = r.`booking_id`
 WHERE r.`payment_id` NOT IN (SELECT `id` FROM `__new_payments`);--> statement-breakpoint
INSERT INTO `__new_payments` (`id`, `booking_id`, `payment_id`, `status`, `paise`, `currency`, `created_at`)
SELECT `payment_id`, `id`, `payment_id`, 'captured', `amount` * 100, 'INR', `updated_at`
  FROM `bookings`
 WHERE `payment_id` IS NOT NULL AND `payment_id` NOT IN (SELECT `id` FROM `__new_payments`);--> statement-breakpoint
INSERT INTO `__new_payments` (`id`, `booking_id`, `payment_id`, `status`, `paise`, `currency`, `reason`, `created_at`)
SELECT CASE WHEN `id` IN (SELECT `id` FROM `__new_payments`) THEN `id` || '-' || `status` ELSE `id` END, `booking_id`, `payment_id`,
       CASE WHEN `status` = 'dismissed' THEN 'dismissed' ELSE 'failed' END, `paise`, `currency`, `reason`, `created_at`
  FROM `payments` WHERE `status` <> 'captured' ORDER BY `rowid`;--> statement-breakpoint
DROP TABLE `payments`;--> statement-breakpoint
ALTER TABLE `__new_payments` RENAME TO `payments`;--> statement-breakpoint
CREATE INDEX `payments_booking` ON `payments` (`booking_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_captured` ON `payments` (`payment_id`) WHERE status = 'captured';--> statement-breakpoint

-- A status that nobody knows is for an admin to decide on.
CREATE TABLE `__new_refunds` (
	`payment_id` text PRIMARY KEY NOT NULL,
	`booking_id` text NOT NULL,
	`reason` text NOT NULL,
	`status` text NOT NULL,
	`refund_id` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`lease_until` integer,
	`note` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_reason" CHECK(`reason` IN ('slot_lost', 'own_ride', 'extra_payment', 'mismatch', 'cancelled', 'elsewhere')),
	CONSTRAINT "refunds_status" CHECK(`status` IN ('due', 'sent', 'processed', 'review'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_refunds` (`payment_id`, `booking_id`, `reason`, `status`, `refund_id`, `attempts`, `lease_until`, `note`, `created_at`)
SELECT `payment_id`, `booking_id`,
       CASE WHEN `reason` IN ('slot_lost', 'own_ride', 'extra_payment', 'mismatch', 'cancelled') THEN `reason` ELSE 'elsewhere' END,
       CASE WHEN `status` IN ('due', 'sent', 'processed') THEN `status` ELSE 'review' END,
       `refund_id`, `attempts`, `lease_until`, `note`, `created_at`
  FROM `refunds` ORDER BY `rowid`;--> statement-breakpoint
DROP TABLE `refunds`;--> statement-breakpoint
ALTER TABLE `__new_refunds` RENAME TO `refunds`;--> statement-breakpoint
CREATE INDEX `refunds_booking` ON `refunds` (`booking_id`);--> statement-breakpoint
CREATE INDEX `refunds_due` ON `refunds` (`status`,`lease_until`);--> statement-breakpoint
CREATE INDEX `refunds_created` ON `refunds` (`created_at`);--> statement-breakpoint

-- Of several uploads with one path, the one in use has it. The others get one where no object is, so that whoever
-- removes them does not take the object away. What nobody knows the kind of is shown to admins alone.
CREATE TABLE `__new_uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`path` text NOT NULL,
	`content_type` text NOT NULL,
	`created_at` integer NOT NULL,
	`is_stored` integer DEFAULT true NOT NULL,
	`claimed_at` integer,
	CONSTRAINT "uploads_kind" CHECK(`kind` IN ('image', 'license'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_uploads` (`id`, `kind`, `path`, `content_type`, `created_at`, `is_stored`, `claimed_at`)
SELECT `id`, CASE WHEN `kind` = 'image' THEN 'image' ELSE 'license' END,
       CASE WHEN row_number() OVER (PARTITION BY `path` ORDER BY `claimed_at` IS NULL, `is_stored` DESC, `created_at`, `id`) = 1
            THEN `path` ELSE `path` || '#' || `id` END,
       `content_type`, `created_at`, `is_stored`, `claimed_at`
  FROM `uploads`;--> statement-breakpoint
DROP TABLE `uploads`;--> statement-breakpoint
ALTER TABLE `__new_uploads` RENAME TO `uploads`;--> statement-breakpoint
CREATE UNIQUE INDEX `uploads_path_unique` ON `uploads` (`path`);--> statement-breakpoint
CREATE INDEX `uploads_unclaimed` ON `uploads` (`created_at`) WHERE claimed_at IS NULL;--> statement-breakpoint

-- Rows of a list or a job that nobody knows would never be read.
CREATE TABLE `__new_failing_items` (
	`list` text NOT NULL,
	`id` text NOT NULL,
	`failing_since` integer NOT NULL,
	`retry_at` integer NOT NULL,
	PRIMARY KEY(`list`, `id`),
	CONSTRAINT "failing_items_list" CHECK(`list` IN ('invariants', 'orders', 'refunds', 'riders', 'uploads'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_failing_items` (`list`, `id`, `failing_since`, `retry_at`)
SELECT `list`, `id`, `failing_since`, `retry_at` FROM `failing_items`
 WHERE `list` IN ('invariants', 'orders', 'refunds', 'riders', 'uploads');--> statement-breakpoint
DROP TABLE `failing_items`;--> statement-breakpoint
ALTER TABLE `__new_failing_items` RENAME TO `failing_items`;--> statement-breakpoint
CREATE INDEX `failing_items_retry` ON `failing_items` (`retry_at`);--> statement-breakpoint
CREATE TABLE `__new_runs` (
	`job` text PRIMARY KEY NOT NULL,
	`ended_at` integer NOT NULL,
	`troubles` integer NOT NULL,
	CONSTRAINT "runs_job" CHECK(`job` IN ('installed', 'invariants', 'minute'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_runs` (`job`, `ended_at`, `troubles`)
SELECT `job`, `ended_at`, `troubles` FROM `runs` WHERE `job` IN ('installed', 'invariants', 'minute');--> statement-breakpoint
DROP TABLE `runs`;--> statement-breakpoint
ALTER TABLE `__new_runs` RENAME TO `runs`;--> statement-breakpoint
CREATE TABLE `__new_sandbox_payments` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`amount` integer NOT NULL,
	`status` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `sandbox_orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "sandbox_payments_status" CHECK(`status` IN ('captured', 'failed', 'refunded'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_sandbox_payments` (`id`, `order_id`, `amount`, `status`, `created_at`)
SELECT `id`, `order_id`, `amount`, CASE WHEN `status` IN ('captured', 'refunded') THEN `status` ELSE 'failed' END, `created_at`
  FROM `sandbox_payments` ORDER BY `rowid`;--> statement-breakpoint
DROP TABLE `sandbox_payments`;--> statement-breakpoint
ALTER TABLE `__new_sandbox_payments` RENAME TO `sandbox_payments`;--> statement-breakpoint
CREATE INDEX `sandbox_payments_order` ON `sandbox_payments` (`order_id`);
