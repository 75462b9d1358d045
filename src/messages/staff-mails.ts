import { BRAND_NAME } from '#domain/brand/brand.ts'
import { rupeesText } from '#domain/money.ts'
import { PROBLEM_WAITS_MINUTES } from '#domain/outbox/outbox.ts'
import type { ReportKind } from '#domain/problems/problems.ts'
import { dayText } from '#domain/time/india-time.ts'
import * as todayText from '#messages/admin/today.ts'
import * as commonText from '#messages/common.ts'
import * as mailsText from '#messages/mails.ts'
import * as problemsText from '#messages/problems.ts'

// The mails to the people of the portal.

/** `by` is who invites, `until` a time such as '7:00 pm on Tue 16 Jun IST'. */
export const invitation = (by: string, until: string) =>
  mailsText.message(
    `${by} invites you to ${BRAND_NAME}`,
    [`Choose a password to join the team in the ${BRAND_NAME} portal.`, `This link works once, until ${until}.`],
    'Choose a password'
  )

interface DayText {
  /** 'yyyy-MM-dd' */
  day: string
  starts: number
  ends: number
  lines: readonly { isStart: boolean; scooter: string; time: string }[]
  /** Starts and ends that are not listed. */
  more: number
  pins: number
  maintenance: number
  /** Licences to review. */
  licences: number
}

/** Without names of riders. */
export const dayAhead = ({ day, ends, licences, lines, maintenance, more, pins, starts }: DayText) =>
  mailsText.message(
    `${dayText(day)}: ${starts} ${starts === 1 ? 'ride starts' : 'rides start'}, ${ends} ${ends === 1 ? 'ends' : 'end'}`,
    [
      lines.map(({ isStart, scooter, time }) => `${time} IST: ${scooter} ${isStart ? 'starts' : 'ends'}`).join('\n'),
      more > 0 ? `And ${more} more.` : '',
      commonText.counted(pins, 'PIN to change', 'PINs to change'),
      commonText.counted(maintenance, 'scooter in maintenance', 'scooters in maintenance'),
      licences === 0 ? '' : todayText.licencesToReview(licences)
    ],
    'Open Today'
  )

export const scooterIsLate = (scooter: string) => `${scooter} is late: change its PIN when it is back.`

interface PinDueText {
  /** When the ride that is out ends; null: none is out, or it is late. */
  backAt: string | null
  isLate: boolean
  /** When the next ride starts. */
  next: string
  scooter: string
}

export function pinDue({ backAt, isLate, next, scooter }: PinDueText) {
  const back = backAt === null ? '' : `${scooter} comes back at ${backAt}: change its PIN then.`
  return mailsText.message(
    `Change the PIN of ${scooter}`,
    [isLate ? scooterIsLate(scooter) : back, `Next ride: ${next}.`],
    'Open Today'
  )
}

interface ProblemText {
  isMaintenance: boolean
  kind: ReportKind
  scooter: string
  /** The ride of the report. */
  when: string
}

/** Without the rider's words. */
export const problemReported = ({ isMaintenance, kind, scooter, when }: ProblemText) =>
  mailsText.message(
    `${scooter}: ${problemsText.PROBLEM_WORDS[kind]}`,
    [isMaintenance ? 'Two riders in a row: it is in Maintenance now.' : '', mailsText.bookingLine(when)],
    'Open Problems'
  )

/** To owners. */
export const problemWaits = (scooter: string, kind: ReportKind) =>
  mailsText.message(
    `${scooter}: ${problemsText.PROBLEM_WORDS[kind]}`,
    [`Nobody has decided for ${PROBLEM_WAITS_MINUTES} minutes.`],
    'Open Problems'
  )

export const rideLate = ({ end, scooter }: { end: string; scooter: string }) =>
  mailsText.message(`${scooter} is not back`, [`Its ride ended at ${end}.`], 'Open Today')

export const licenceWaits = (name: string) =>
  mailsText.message('A licence waits for you', [`${name} cannot book before you have looked.`], 'Look at the licence')

interface DisputedText {
  /** Rupees. */
  amount: number
  /** Null: the bank names no time. */
  respondBy: string | null
  when: string
}

export const disputed = ({ amount, respondBy, when }: DisputedText) =>
  mailsText.message(
    `A bank disputes ${rupeesText(amount)}`,
    [
      respondBy === null ? '' : `Answer until ${respondBy}. After that the money is lost.`,
      "Answer in the payment provider's dashboard, under Transactions → Disputes.",
      mailsText.bookingLine(when)
    ],
    'Open Payments'
  )

export const refundReview = ({ amount, when }: { amount: number; when: string }) =>
  mailsText.message(
    `A refund of ${rupeesText(amount)} needs you`,
    ['The payment provider could not refund it. Send it again, or refund it another way.', mailsText.bookingLine(when)],
    'Open Payments'
  )
