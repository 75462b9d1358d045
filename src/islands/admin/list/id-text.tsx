import { IconButton } from '#islands/ui/controls/button.tsx'
import * as text from '#messages/admin/lists.ts'
import { copyId } from '#stores/admin/payments/refunds.ts'

/** An id of the provider: a click selects all of it, the button copies it. */
export function IdText({ id }: { id: string }) {
  return (
    <span className="flex items-center gap-0.5">
      <span className="numeric min-w-0 text-[.8125rem] leading-tight wrap-anywhere select-all lg:min-w-36">{id}</span>
      <span className="-my-2.5 flex-none">
        <IconButton icon="copy" label={text.copyId(id)} onClick={() => void copyId(id)} />
      </span>
    </span>
  )
}
