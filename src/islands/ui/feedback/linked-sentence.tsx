import type * as legalLinksText from '#messages/legal/legal-links.ts'

interface LinkedTextProps {
  parts: readonly legalLinksText.LinkedText[]
}

/** Its links open beside the page, so that nothing typed is lost. */
export function LinkedText({ parts }: LinkedTextProps) {
  return parts.map(part =>
    typeof part === 'string' ? (
      part
    ) : (
      <a className="underline" href={part.path} key={part.path} rel="noopener" target="_blank">
        {part.text}
      </a>
    )
  )
}

/** A sentence below a form. */
export function LinkedSentence({ parts }: LinkedTextProps) {
  return (
    <p className="caption">
      <LinkedText parts={parts} />
    </p>
  )
}
