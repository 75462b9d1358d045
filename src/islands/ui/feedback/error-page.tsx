import type { ReactNode } from 'react'
import { NOT_FOUND } from '#domain/http-status.ts'
import { PATHS } from '#domain/routes.ts'
import { BarrierIllustration, RoadIllustration, WrongTurnIllustration } from '#islands/ui/art/road-illustration.tsx'
import { LinkButton } from '#islands/ui/controls/button.tsx'
import { errorCode } from '#messages/error-pages.ts'
import * as labels from '#messages/labels.ts'

interface ErrorPageProps {
  text: string
  title: string
  /** Links to other pages; defaults to a link home. */
  children?: ReactNode
  code?: number
}

/** A full-page error, such as 404 or offline. */
export function ErrorPage({ children, code, text, title }: ErrorPageProps) {
  return (
    <div className="wrapper grid min-h-[60dvh] content-center justify-items-center gap-1.5 py-9 text-center">
      <div className="mb-3.5">
        <RoadIllustration>{code === NOT_FOUND ? <BarrierIllustration /> : <WrongTurnIllustration />}</RoadIllustration>
      </div>
      {code !== undefined && <p className="caption numeric">{errorCode(code)}</p>}
      <h1>{title}</h1>
      <p className="muted max-w-[36ch] text-balance">{text}</p>
      <div className="mt-3.5 flex flex-wrap justify-center gap-3">
        {children ?? <LinkButton href={PATHS.home}>{labels.backToScooters}</LinkButton>}
      </div>
    </div>
  )
}
