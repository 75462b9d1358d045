-- Instants that the contract no longer takes: from 2100 on (4102444800). A pause has its own value without an end, which is
-- PAUSED_WITHOUT_END of domain/bookings/opening.ts; a blocked time ends with the last one that is taken.
UPDATE `property_settings` SET `paused_until` = 253402214400 WHERE `paused_until` >= 4102444800;--> statement-breakpoint
UPDATE `problems` SET `blocked_from` = min(`blocked_from`, 4102441200), `blocked_until` = 4102443000
 WHERE `blocked_until` >= 4102444800;
