import type { ComponentType } from 'react'
import { lazyPart } from '#client/device/lazy-part.ts'
import { ScooterDrawing } from '#islands/ui/art/pictures.tsx'
import { useFocusOnChange } from '#islands/ui/hooks/use-focus.ts'
import { Island, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as authText from '#messages/account/auth.ts'
import * as authForm from '#stores/auth/auth-form.ts'
import { SignInForm } from './auth-form.tsx'

const signUpForm = lazyPart(() => import('./sign-up-form.tsx'))

/** The toggle loads it before it is shown. Suspense around the sign-in would leave a part that hydrates later. */
let SignUpForm: ComponentType | undefined

async function loadSignUpForm(): Promise<void> {
  ;({ SignUpForm } = await signUpForm.load())
}

const MODE_TEXTS = {
  'sign-in': {
    lead: authText.signInLead,
    question: authText.newHere,
    title: authText.signIn,
    toggle: authText.createAccount
  },
  'sign-up': {
    lead: authText.createAccountLead,
    question: authText.haveAccount,
    title: authText.createAccount,
    toggle: authText.signIn
  }
} as const

export function AuthScreen({ canReset = false }: { canReset?: boolean }) {
  const mode = useStore(authForm.$mode)
  const isToggling = useStore(authForm.$isToggling)
  const title = useFocusOnChange<HTMLHeadingElement>(mode)
  const words = MODE_TEXTS[mode]
  return (
    <Island>
      {/* A low window has no room for it above both buttons. */}
      {mode === 'sign-in' && (
        <div className="scooter-picture mb-5 h-41 lg:hidden [@media(height<47rem)]:hidden">
          <ScooterDrawing className="relative mb-[22px] w-45" />
        </div>
      )}
      <div className="wrapper grid max-w-[528px] content-start gap-5 pt-1 pb-4 lg:content-center lg:py-10">
        <div>
          <h1 className="outline-none" ref={title} tabIndex={-1}>
            {words.title}
          </h1>
          <p className="muted">{words.lead}</p>
        </div>
        {mode === 'sign-in' || !SignUpForm ? (
          <SignInForm canReset={canReset} form={authForm} onSubmit={authForm.submitSignIn} type="user" />
        ) : (
          <SignUpForm />
        )}
        <p className="muted flex flex-wrap items-center justify-center gap-x-2">
          {words.question}
          <button
            aria-busy={isToggling}
            className="link aria-busy:cursor-progress"
            onClick={() => void authForm.toggleAuthMode(loadSignUpForm)}
            type="button"
          >
            {words.toggle}
          </button>
        </p>
      </div>
    </Island>
  )
}
