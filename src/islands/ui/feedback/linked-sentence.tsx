import type * as legalLinksText from '#messages/legal/legal-links.ts'

/** A sentence below a form. Its links open beside the page, so that nothing typed is lost. */
export function LinkedSentence({ parts }: { parts: readonly legalLinksText.LinkedText[] }) {
  return (
    <p className="caption">
      {parts.map(part =>
        typeof part === 'string' ? (
          part
        ) : (
          <a className="underline" href={part.path} key={part.path} rel="noopener" target="_blank">
            {part.text}
          </a>
        )
      )}
    </p>
  )
}
