import { lazy, Suspense } from 'react'
import { latePart } from '#client/device/late-part.ts'
import { ScooterDrawing } from '#islands/ui/art/scooter-picture.tsx'
import { useFocusOnChange } from '#islands/ui/hooks/use-focus.ts'
import { Island, useStore } from '#islands/ui/hooks/use-store.tsx'
import * as text from '#messages/account/auth.ts'
import * as authForm from '#stores/auth/auth-form.ts'
import { SignInForm } from './auth-form.tsx'

const signUpForm = latePart(() => import('./sign-up-form.tsx'))

// The toggle loads the form before it is rendered.
const SignUpForm = lazy(() => signUpForm.load().then(module => ({ default: module.SignUpForm })))

const MODE_TEXTS = {
  'sign-in': { lead: text.signInLead, question: text.newHere, title: text.signIn, toggle: text.createAccount },
  'sign-up': {
    lead: text.createAccountLead,
    question: text.haveAccount,
    title: text.createAccount,
    toggle: text.signIn
  }
} as const

export function AuthScreen({ canReset = false }: { canReset?: boolean }) {
  const mode = useStore(authForm.$mode)
  const isToggling = useStore(authForm.$isToggling)
  const title = useFocusOnChange<HTMLHeadingElement>(mode)
  const words = MODE_TEXTS[mode]
  return (
    <Island>
      {mode === 'sign-in' && (
        <div className="scooter-picture mb-5 h-41 lg:hidden">
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
        <Suspense>
          {mode === 'sign-in' ? (
            <SignInForm canReset={canReset} form={authForm} onSubmit={authForm.submitSignIn} type="user" />
          ) : (
            <SignUpForm />
          )}
        </Suspense>
        <p className="muted flex flex-wrap items-center justify-center gap-x-2">
          {words.question}
          <button
            aria-busy={isToggling}
            className="link aria-busy:cursor-progress"
            onClick={() => void authForm.toggleAuthMode(signUpForm.load)}
            type="button"
          >
            {words.toggle}
          </button>
        </p>
      </div>
    </Island>
  )
}
