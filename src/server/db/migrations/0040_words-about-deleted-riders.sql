UPDATE `problems` SET `state` = 'fixed', `updated_at` = unixepoch()
 WHERE `state` <> 'fixed' AND `scooter_id` IN (SELECT `id` FROM `scooters` WHERE `archived_at` IS NOT NULL);
--> statement-breakpoint
UPDATE `audits`
   SET `detail` = iif(`action` IN ('refund_booking', 'pay_compensation'), substr(`detail`, 1, instr(`detail` || ' · ', ' · ') - 1), NULL)
 WHERE `action` IN ('cancel_booking', 'close_refund', 'move_ride', 'pay_compensation', 'refund_booking', 'return_ride')
   AND `subject` IN (SELECT b.`id` FROM `bookings` b JOIN `users` u ON u.`id` = b.`user_id` AND u.`deleted_at` IS NOT NULL
                      UNION ALL
                     SELECT r.`id` FROM `refunds` r JOIN `bookings` b ON b.`id` = r.`booking_id`
                       JOIN `users` u ON u.`id` = b.`user_id` AND u.`deleted_at` IS NOT NULL);
--> statement-breakpoint
UPDATE `problems` SET `note` = NULL
 WHERE `state` = 'fixed' AND `booking_id` IN (SELECT b.`id` FROM `bookings` b JOIN `users` u ON u.`id` = b.`user_id` AND u.`deleted_at` IS NOT NULL);
--> statement-breakpoint
UPDATE `bookings` SET `cancel_reason` = NULL
 WHERE `cancel_reason` IS NOT NULL AND `user_id` IN (SELECT `id` FROM `users` WHERE `deleted_at` IS NOT NULL);
--> statement-breakpoint
UPDATE `refunds` SET `note` = NULL
 WHERE `note` IS NOT NULL AND `booking_id` IN (SELECT b.`id` FROM `bookings` b JOIN `users` u ON u.`id` = b.`user_id` AND u.`deleted_at` IS NOT NULL);
--> statement-breakpoint
UPDATE `compensations` SET `note` = NULL
 WHERE `note` IS NOT NULL AND `booking_id` IN (SELECT b.`id` FROM `bookings` b JOIN `users` u ON u.`id` = b.`user_id` AND u.`deleted_at` IS NOT NULL);
