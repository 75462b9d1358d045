import { supportRequest } from '#messages/common.ts'
import { $supportScooter, supportChatUrl } from '#stores/app/support.ts'

// A page that learns only now which scooter it is about lets support know.

const link = document.querySelector<HTMLAnchorElement>('[data-support]')

$supportScooter.listen(scooter => {
  const chat = supportChatUrl(supportRequest(scooter))
  if (link && chat) link.href = chat
})
