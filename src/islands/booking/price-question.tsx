import { useStore } from '@nanostores/react'
import { rupeesText } from '#domain/pricing.ts'
import { Button } from '#islands/ui/button.tsx'
import { Modal } from '#islands/ui/modal.tsx'
import * as text from '#messages/booking.ts'
import { $priceQuestion } from '#stores/booking-form.ts'

/** The server asks another price than the page has shown: nothing is opened before the rider has agreed. */
export function PriceQuestion() {
  const question = useStore($priceQuestion)
  return (
    <Modal
      onClose={() => question?.answer(false)}
      open={question !== null}
      role="alertdialog"
      title={text.priceChanged}
    >
      {question && (
        <>
          <dl className="grid grid-cols-[1fr_auto] gap-y-1">
            <dt className="sub">{text.priceShown}</dt>
            <dd className="num text-right font-semibold">{rupeesText(question.shown)}</dd>
            <dt className="sub">{text.priceAsked}</dt>
            <dd className="num text-right font-semibold">{rupeesText(question.asked)}</dd>
          </dl>
          <div className="mt-3 grid grid-cols-2 gap-3 md:flex md:justify-end">
            <Button kind="secondary" onClick={() => question.answer(false)}>
              {text.declinePrice}
            </Button>
            <Button onClick={() => question.answer(true)}>{text.agreeToPrice(rupeesText(question.asked))}</Button>
          </div>
        </>
      )}
    </Modal>
  )
}
