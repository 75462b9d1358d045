CREATE TABLE `receipts` (
	`series` text NOT NULL,
	`number` integer NOT NULL,
	`kind` text NOT NULL,
	`booking_id` text NOT NULL,
	`payment_id` text NOT NULL,
	`property_id` text NOT NULL,
	`registration` text,
	`paise` integer NOT NULL,
	`tax_rate` integer NOT NULL,
	`tax_paise` integer NOT NULL,
	`facts` text NOT NULL,
	`issued_at` integer NOT NULL,
	PRIMARY KEY(`series`, `number`),
	CONSTRAINT "receipts_kind" CHECK("receipts"."kind" IN ('receipt', 'invoice', 'refund_note', 'credit_note')),
	CONSTRAINT "receipts_paise" CHECK("receipts"."paise" > 0 AND "receipts"."tax_paise" >= 0 AND "receipts"."tax_paise" % 2 = 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `receipts_paid` ON `receipts` (`payment_id`) WHERE kind IN ('receipt', 'invoice');--> statement-breakpoint
CREATE INDEX `receipts_payment` ON `receipts` (`payment_id`);--> statement-breakpoint
CREATE INDEX `receipts_issued` ON `receipts` (`issued_at`);--> statement-breakpoint
CREATE INDEX `receipts_registered` ON `receipts` (`registration`,`issued_at`) WHERE registration IS NOT NULL;--> statement-breakpoint
-- The table is made anew for two more words; nothing refers to it.
CREATE TABLE `__new_runs` (
	`job` text PRIMARY KEY NOT NULL,
	`ended_at` integer NOT NULL,
	`troubles` integer NOT NULL,
	`cursor` text,
	CONSTRAINT "runs_job" CHECK(`job` IN ('bucket', 'daily', 'hourly', 'installed', 'invariants', 'minute', 'receipts', 'receipts_since', 'refund_shares'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_runs` (`job`, `ended_at`, `troubles`, `cursor`)
SELECT `job`, `ended_at`, `troubles`, `cursor` FROM `runs`;--> statement-breakpoint
-- Payments from before have no receipt.
INSERT INTO `__new_runs` (`job`, `ended_at`, `troubles`) VALUES ('receipts_since', unixepoch(), 0), ('receipts', unixepoch(), 0);--> statement-breakpoint
DROP TABLE `runs`;--> statement-breakpoint
ALTER TABLE `__new_runs` RENAME TO `runs`;--> statement-breakpoint
ALTER TABLE `property_settings` ADD `gst_registration` text;
