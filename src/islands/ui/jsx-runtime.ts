import { type ElementType, Fragment, type Key, type ReactElement } from 'react'
import { jsx as element, jsxs as elementWithChildren } from 'react/jsx-runtime'

// Makes the elements of all JSX (tsconfig.json names this file). A browser that translates a page replaces each text
// node by an element. React then fails to remove the text, or changes a node that nobody sees any more. It keeps no
// node of an element's only text. So here every text that stands beside others gets an element of its own.

export type { JSX } from 'react/jsx-runtime'
export { Fragment }

type Type = ElementType | typeof Fragment
type Props = Readonly<Record<string, unknown>>

const isText = (child: unknown): child is number | string => typeof child === 'string' || typeof child === 'number'

/** The text may be translated before React hydrates it. React then keeps the translation. */
const textElement = (children: number | string, key?: Key) =>
  children === '' ? null : element('span', { children, suppressHydrationWarning: true }, key)

const hasText = (children: unknown): boolean => (Array.isArray(children) ? children.some(hasText) : isText(children))

function separated(children: unknown, key?: Key): unknown {
  if (!Array.isArray(children)) return isText(children) ? textElement(children, key) : children
  return children.map((child, index) => separated(child, `text-${index}`))
}

function withTextElements(type: Type, props: Props): Props {
  const { children } = props
  // A component decides itself what it does with a text.
  if (typeof type !== 'string' && type !== Fragment) return props
  // Most elements have none, so they are not copied.
  if (!hasText(children)) return props
  if (isText(children) && type !== Fragment) return { ...props, suppressHydrationWarning: true }
  return { ...props, children: separated(children) }
}

export const jsx = (type: Type, props: Props, key?: Key): ReactElement =>
  element(type, withTextElements(type, props), key)

export const jsxs = (type: Type, props: Props, key?: Key): ReactElement =>
  elementWithChildren(type, withTextElements(type, props), key)

export const jsxDEV = (type: Type, props: Props, key: Key | undefined, isStatic: boolean): ReactElement =>
  (isStatic ? jsxs : jsx)(type, props, key)
