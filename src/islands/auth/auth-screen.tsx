import { ScooterDrawing } from '#islands/ui/scooter-drawing.tsx'
import { useFocusOnChange } from '#islands/ui/use-focus.ts'
import { useStore } from '#islands/ui/use-store.tsx'
import * as text from '#messages/auth.ts'
import { $mode, toggleMode } from '#stores/auth-form.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

const WORDS = {
  'sign-in': { lead: text.signInLead, question: text.newHere, title: text.signIn, toggle: text.createAccount },
  'sign-up': {
    lead: text.createAccountLead,
    question: text.haveAccount,
    title: text.createAccount,
    toggle: text.signIn
  }
} as const

export function AuthScreen() {
  const mode = useStore($mode)
  const title = useFocusOnChange<HTMLHeadingElement>(mode)
  const words = WORDS[mode]
  return (
    <>
      {mode === 'sign-in' && (
        <div className="stage mb-5 h-41 lg:hidden">
          <ScooterDrawing className="relative mb-[22px] w-45" />
        </div>
      )}
      <div className="wrap grid max-w-[528px] content-start gap-5 pt-1 pb-26 lg:content-center lg:py-10">
        <div>
          <h1 className="outline-none" ref={title} tabIndex={-1}>
            {words.title}
          </h1>
          <p className="sub">{words.lead}</p>
        </div>
        {mode === 'sign-in' ? <SignInForm /> : <SignUpForm />}
        <p className="sub flex flex-wrap items-center justify-center gap-x-2">
          {words.question}
          <button className="link" onClick={toggleMode} type="button">
            {words.toggle}
          </button>
        </p>
      </div>
    </>
  )
}
