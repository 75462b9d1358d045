import { CHANGE_PROPERTY_PATH } from '#domain/routes.ts'
import { Note } from '#islands/ui/feedback/states.tsx'
import * as homeText from '#messages/home.ts'

/** For a rider who has scanned a scooter that is not at the own property. Rendered on the server only. */
export function ElsewhereNote() {
  return (
    <div className="wrapper mb-4">
      <Note kind="info">
        <p>{homeText.scannedElsewhere}</p>
        <a className="link" href={CHANGE_PROPERTY_PATH}>
          {homeText.changeProperty}
        </a>
      </Note>
    </div>
  )
}
