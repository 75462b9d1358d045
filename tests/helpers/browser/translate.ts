/**
 * Does what the translator of Chrome does to a page, now and after each change: puts two elements in the place of each
 * text. These keep the words of the page, so that a test finds them. A browser test runs this function in its page. Returns how to stop it.
 */
export function translate(): () => void {
  const elementsOf = (text: Text) => {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.textContent = text.data
    outer.append(inner)
    return outer
  }
  const translateAll = () => {
    const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) found.push(texts.currentNode as Text)
    for (const text of found) {
      const isForeign = text.parentElement?.closest('font, noscript, script, style, template, textarea, title')
      if (!isForeign && text.data.trim() !== '') text.replaceWith(elementsOf(text))
    }
  }
  translateAll()
  const observer = new MutationObserver(translateAll)
  observer.observe(document, { characterData: true, childList: true, subtree: true })
  return () => observer.disconnect()
}
