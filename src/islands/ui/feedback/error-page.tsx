import type { ReactNode } from 'react'
import { NOT_FOUND } from '#domain/constants.ts'
import { PATHS } from '#domain/routes.ts'
import { ScooterDrawing } from '#islands/ui/art/pictures.tsx'
import { LinkButton } from '#islands/ui/controls/button.tsx'
import * as appShellText from '#messages/app-shell.ts'
import * as commonText from '#messages/common.ts'

interface ErrorPageProps {
  text: string
  title: string
  /** Links to other pages; defaults to a link home. */
  children?: ReactNode
  code?: number
}

export function ErrorPage({ children, code, text, title }: ErrorPageProps) {
  return (
    <div className="wrapper grid min-h-[60dvh] content-center justify-items-center gap-1.5 py-9 text-center">
      <div aria-hidden="true" className="relative mb-3.5 w-72 max-w-full">
        <svg aria-hidden="true" className="block w-full" viewBox="0 0 288 130">
          {code === NOT_FOUND ? <BarrierIllustration /> : <WrongTurnIllustration />}
        </svg>
        <ScooterDrawing className="absolute bottom-[3.5%] left-[5%] w-[56%]" />
      </div>
      {code !== undefined && <p className="caption numeric">{appShellText.errorCode(code)}</p>}
      <h1>{title}</h1>
      <p className="muted max-w-[36ch] text-balance">{text}</p>
      <div className="mt-3.5 flex flex-wrap justify-center gap-3">
        {children ?? <LinkButton href={PATHS.home}>{commonText.backToScooters}</LinkButton>}
      </div>
    </div>
  )
}

/** Shown at the unreachable page's own URL, so that 'Try again' reloads that page. */
export function OfflinePage() {
  return (
    <ErrorPage text={appShellText.offlineText} title={appShellText.offlineTitle}>
      <LinkButton href={PATHS.myBookings}>{appShellText.riderBar.bookings}</LinkButton>
      <LinkButton href="" kind="secondary">
        {appShellText.tryAgain}
      </LinkButton>
    </ErrorPage>
  )
}

const GROUND_CLASSES = 'fill-none stroke-line-strong'
const POST_CLASSES = 'fill-scoot-ink'

function BarrierIllustration() {
  return (
    <>
      <path className={GROUND_CLASSES} d="M8 126h208" strokeLinecap="round" strokeWidth="3" />
      <path className={GROUND_CLASSES} d="M232 126h22m14 0h12" strokeLinecap="round" strokeWidth="3" />
      <path className={POST_CLASSES} d="M196 72h6v53h-6zm48 0h6v53h-6z" />
      <rect className="fill-white" height="17" rx="3" width="74" x="186" y="78" />
      <path className="fill-scoot-tail" d="M196 78h13l-10 17h-11l-2-3zm27 0h13l-10 17h-13zm27 0h7l3 3v4l-6 10h-14z" />
      <rect className="fill-none stroke-scoot-ink" height="17" rx="3" strokeWidth="2" width="74" x="186" y="78" />
      <circle className="fill-scoot-lamp" cx="199" cy="69" r="5" />
      <circle className="fill-scoot-lamp" cx="247" cy="69" r="5" />
    </>
  )
}

/** A signpost that points back. */
function WrongTurnIllustration() {
  return (
    <>
      <path className={GROUND_CLASSES} d="M8 126h272" strokeLinecap="round" strokeWidth="3" />
      <path className={POST_CLASSES} d="M227 72h6v53h-6z" />
      <rect className="fill-blue-bg stroke-blue-fg" height="52" rx="8" strokeWidth="3" width="52" x="204" y="24" />
      <path
        className="fill-none stroke-blue-fg"
        d="M242 64V50a9 9 0 0 0-9-9h-13m7-8-8 8 8 8"
        strokeLinecap="round"
        strokeLinejoin="round"
        strokeWidth="5"
      />
    </>
  )
}
