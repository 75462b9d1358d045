CREATE TABLE `books` (
	`month` text PRIMARY KEY NOT NULL,
	`ends_at` integer NOT NULL,
	`closed_at` integer NOT NULL,
	`admin_id` text NOT NULL,
	`figures` text NOT NULL,
	`difference` integer NOT NULL,
	`note` text
) STRICT;
--> statement-breakpoint
CREATE TABLE `payout_days` (
	`day` text PRIMARY KEY NOT NULL,
	`tried_at` integer NOT NULL,
	`read_at` integer
) STRICT;
--> statement-breakpoint
CREATE INDEX `payout_days_unread` ON `payout_days` (`tried_at`) WHERE read_at IS NULL;--> statement-breakpoint
CREATE TABLE `payouts` (
	`entity_id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`payment_id` text,
	`dispute_id` text,
	`paise` integer NOT NULL,
	`credit` integer NOT NULL,
	`debit` integer NOT NULL,
	`tax` integer NOT NULL,
	`settlement_id` text NOT NULL,
	`utr` text,
	`settled_at` integer NOT NULL,
	`counted_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `payouts_counted` ON `payouts` (`counted_at`);--> statement-breakpoint
CREATE INDEX `payouts_payment` ON `payouts` (`payment_id`) WHERE payment_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `refunds_processed` ON `refunds` (`processed_at`) WHERE processed_at IS NOT NULL;