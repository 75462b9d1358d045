import { supportRequest } from '#messages/common.ts'
import { $supportScooter, supportChatUrl } from '#stores/app/support.ts'

// Updates the support link on pages that load their scooter in the browser.

const link = document.querySelector<HTMLAnchorElement>('[data-support]')

$supportScooter.listen(scooter => {
  const chat = supportChatUrl(supportRequest(scooter))
  if (link && chat) link.href = chat
})
