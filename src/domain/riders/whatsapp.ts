/** The WhatsApp chat with a number, with a prefilled message. `phone` is digits in the international form. */
export function whatsAppUrl(phone: string, message: string): string {
  return `https://wa.me/${phone}?text=${encodeURIComponent(message)}`
}
