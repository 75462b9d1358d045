import { offline } from '#messages/offline.ts'

/** Shown while the device is offline (see layouts/scripts/offline-note.ts), unless the page says so itself. */
export function OfflineNote() {
  return (
    <div className="offline-note" role="status">
      <p data-offline-note="" hidden>
        {offline}
      </p>
    </div>
  )
}
