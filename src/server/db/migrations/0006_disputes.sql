CREATE TABLE `disputes` (
	`dispute_id` text PRIMARY KEY NOT NULL,
	`payment_id` text NOT NULL,
	`booking_id` text NOT NULL,
	`status` text NOT NULL,
	`phase` text NOT NULL,
	`reason` text NOT NULL,
	`paise` integer NOT NULL,
	`paise_deducted` integer NOT NULL,
	`currency` text NOT NULL,
	`respond_by` integer,
	`refund_allowed` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`told_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "disputes_status" CHECK("disputes"."status" IN ('open', 'under_review', 'action_required', 'won', 'lost', 'closed'))
) STRICT;
--> statement-breakpoint
CREATE INDEX `disputes_booking` ON `disputes` (`booking_id`);--> statement-breakpoint
CREATE INDEX `disputes_payment` ON `disputes` (`payment_id`);--> statement-breakpoint
CREATE INDEX `disputes_created` ON `disputes` (`created_at`);--> statement-breakpoint
CREATE INDEX `disputes_status` ON `disputes` (`status`,`respond_by`);