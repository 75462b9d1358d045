import { call } from '#client/http/api.ts'
import { paySandboxOrder } from '#contract/payments/orders.ts'
import { rupeesOf, rupeesText } from '#domain/money.ts'
import { SECOND_MS } from '#domain/time/time-units.ts'
import * as commonText from '#messages/common.ts'
import * as paymentsText from '#messages/payments/payments.ts'
import type { DialogOptions, PaymentDialog, PaymentFailure } from './checkout.ts'

// Replaces the provider's script: it defines the same class under the same name, so that all code after it is
// unchanged. Like that script, it renders its dialog itself, without React.

type Outcome = 'failure' | 'success'

class SandboxCheckout implements PaymentDialog {
  readonly #options: DialogOptions
  readonly #listeners: ((refused: PaymentFailure) => void)[] = []
  readonly #dialog: HTMLDialogElement
  readonly #answer = createElement('p', 'text-[.9375rem] font-semibold text-red-fg')
  #timer: ReturnType<typeof setTimeout> | undefined
  #isPaying = false

  constructor(options: DialogOptions) {
    this.#options = options
    this.#dialog = this.#createDialog()
  }

  on(_event: 'payment.failed', listener: (refused: PaymentFailure) => void): void {
    this.#listeners.push(listener)
  }

  open(): void {
    document.body.append(this.#dialog)
    this.#dialog.showModal()
    this.#timer = setTimeout(() => this.#dismiss(), this.#options.timeout * SECOND_MS)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#dialog.close()
    this.#dialog.remove()
  }

  #dismiss(): void {
    this.close()
    this.#options.modal.ondismiss()
  }

  async #pay(outcome: Outcome): Promise<void> {
    if (this.#isPaying) return
    this.#isPaying = true
    this.#say('')
    this.#dialog.setAttribute('aria-busy', 'true')
    const response = await call(paySandboxOrder, {
      body: { outcome },
      params: { order_id: this.#options.order_id }
    }).catch((error: unknown) => {
      console.error(error)
      return null
    })
    this.#dialog.removeAttribute('aria-busy')
    this.#isPaying = false
    if (!this.#dialog.open) return
    if (response === null) return this.#say(paymentsText.sandboxUnreachable)
    if ('error' in response) {
      this.#say(paymentsText.sandboxDeclined)
      for (const listener of this.#listeners) listener(response)
      return
    }
    this.close()
    this.#options.handler(response)
  }

  #say(sentence: string): void {
    this.#answer.textContent = sentence
  }

  #createDialog(): HTMLDialogElement {
    const dialog = createElement('dialog', 'modal')
    const title = createElement('h2', '', paymentsText.sandboxTitle)
    title.id = 'sandbox-checkout'
    dialog.setAttribute('aria-labelledby', title.id)
    dialog.addEventListener('cancel', event => {
      event.preventDefault()
      this.#dismiss()
    })
    this.#answer.setAttribute('role', 'alert')

    const { amount, description } = this.#options
    const sheet = createElement('div', 'grid gap-2 px-4 pt-5 pb-[max(16px,env(safe-area-inset-bottom))] md:p-6')
    const buttons = createElement('div', 'mt-3 grid gap-2 md:flex md:flex-row-reverse')
    buttons.append(
      this.#button(paymentsText.sandboxPay, 'btn btn-primary md:flex-1', () => void this.#pay('success')),
      this.#button(paymentsText.sandboxFail, 'btn btn-secondary', () => void this.#pay('failure')),
      this.#button(commonText.close, 'btn btn-ghost', () => this.#dismiss())
    )
    sheet.append(
      title,
      createElement('p', 'muted', description),
      createElement('p', 'numeric text-2xl font-[750]', rupeesText(rupeesOf(amount))),
      createElement('p', 'caption', paymentsText.sandboxNote),
      this.#answer,
      buttons
    )
    dialog.append(sheet)
    return dialog
  }

  #button(label: string, classes: string, onPress: () => void): HTMLButtonElement {
    const button = createElement('button', classes, label)
    button.type = 'button'
    button.addEventListener('click', onPress)
    return button
  }
}

function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  classes: string,
  content = ''
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  element.className = classes
  element.textContent = content
  return element
}

window.Razorpay = SandboxCheckout
