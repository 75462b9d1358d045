ALTER TABLE `rider_notes` ADD `property_id` text;--> statement-breakpoint
UPDATE `rider_notes` SET `property_id` = (SELECT u.`property_id` FROM `users` u WHERE u.`id` = `rider_notes`.`user_id`);
