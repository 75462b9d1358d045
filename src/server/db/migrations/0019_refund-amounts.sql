-- Refunds get an id and an amount of their own. Generated from schema.ts by drizzle-kit; STRICT, the amounts and the
-- copying are by hand. No table refers to refunds. Until now a refund was always the whole payment, one for each.

-- A payment whose amount was never recorded is taken to be the booking's price. Its refund returns all that is left.
UPDATE `payments`
   SET `paise` = (SELECT b.`amount` * 100 FROM `bookings` b WHERE b.`id` = `payments`.`booking_id`),
       `currency` = coalesce(`currency`, 'INR')
 WHERE `status` = 'captured' AND coalesce(`paise`, 0) <= 0;--> statement-breakpoint
CREATE TABLE `__new_refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`payment_id` text NOT NULL,
	`booking_id` text NOT NULL,
	`paise` integer NOT NULL,
	`reason` text NOT NULL,
	`status` text NOT NULL,
	`refund_id` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`refusals` integer DEFAULT 0 NOT NULL,
	`lease_until` integer,
	`note` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_paise" CHECK(`paise` > 0),
	CONSTRAINT "refunds_reason" CHECK(`reason` IN ('slot_lost', 'own_ride', 'extra_payment', 'mismatch', 'cancelled', 'elsewhere', 'goodwill')),
	CONSTRAINT "refunds_status" CHECK(`status` IN ('due', 'sent', 'processed', 'review'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_refunds` (`id`, `payment_id`, `booking_id`, `paise`, `reason`, `status`, `refund_id`, `attempts`, `refusals`, `lease_until`, `note`, `created_at`)
SELECT r.`payment_id`, r.`payment_id`, r.`booking_id`, p.`paise`, r.`reason`, r.`status`, r.`refund_id`, r.`attempts`, r.`refusals`, r.`lease_until`, r.`note`, r.`created_at`
  FROM `refunds` r JOIN `payments` p ON p.`id` = r.`payment_id` ORDER BY r.`rowid`;--> statement-breakpoint
DROP TABLE `refunds`;--> statement-breakpoint
ALTER TABLE `__new_refunds` RENAME TO `refunds`;--> statement-breakpoint
CREATE INDEX `refunds_booking` ON `refunds` (`booking_id`);--> statement-breakpoint
CREATE INDEX `refunds_payment` ON `refunds` (`payment_id`);--> statement-breakpoint
CREATE INDEX `refunds_due` ON `refunds` (`status`,`lease_until`);--> statement-breakpoint
CREATE INDEX `refunds_created` ON `refunds` (`created_at`);--> statement-breakpoint
CREATE TABLE `sandbox_refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`payment_id` text NOT NULL,
	`amount` integer NOT NULL,
	`receipt` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `sandbox_payments`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `sandbox_refunds_receipt_unique` ON `sandbox_refunds` (`receipt`);--> statement-breakpoint
CREATE INDEX `sandbox_refunds_payment` ON `sandbox_refunds` (`payment_id`);--> statement-breakpoint
INSERT INTO `sandbox_refunds` (`id`, `payment_id`, `amount`, `created_at`)
SELECT 'rfnd_' || `id`, `id`, `amount`, `created_at` FROM `sandbox_payments` WHERE `status` = 'refunded';
