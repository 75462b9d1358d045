import { rupeesText } from '#domain/pricing.ts'
import { Question } from '#islands/ui/feedback/question.tsx'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/booking.ts'
import { $priceQuestion } from '#stores/booking/form.ts'

/** The server asks another price than the page has shown: nothing is opened before the rider has agreed. */
export function PriceQuestion() {
  const question = useStore($priceQuestion)
  return (
    <Question
      action={question ? text.agreeToPrice(rupeesText(question.asked)) : ''}
      no={text.declinePrice}
      onNo={() => question?.answer(false)}
      onYes={() => question?.answer(true)}
      open={question !== null}
      title={text.priceChanged}
    >
      {question && (
        <dl className="grid grid-cols-[1fr_auto] gap-y-1">
          <dt className="sub">{text.priceShown}</dt>
          <dd className="num text-right font-semibold">{rupeesText(question.shown)}</dd>
          <dt className="sub">{text.priceAsked}</dt>
          <dd className="num text-right font-semibold">{rupeesText(question.asked)}</dd>
        </dl>
      )}
    </Question>
  )
}
