import { Button } from '#islands/ui/controls/button.tsx'
import * as text from '#messages/home.ts'
import { requestLongTerm } from '#stores/home/home.ts'

export function LongTerm() {
  return (
    <section className="card flex flex-wrap items-center gap-x-6 gap-y-3 p-4 md:p-5">
      <div className="min-w-[220px] flex-1">
        <h2 className="h3">{text.longTermTitle}</h2>
        <p className="muted">{text.longTermText}</p>
      </div>
      <Button kind="secondary" onClick={requestLongTerm}>
        {text.longTermButton}
      </Button>
    </section>
  )
}
