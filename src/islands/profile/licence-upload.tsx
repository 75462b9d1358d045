import { Button } from '#islands/ui/controls/button.tsx'
import { Form } from '#islands/ui/controls/form.tsx'
import { LicencePhotoField } from '#islands/ui/controls/photo-field.tsx'
import { ErrorNote } from '#islands/ui/feedback/states.tsx'
import { focusFirstControl, useFocusFallback } from '#islands/ui/hooks/use-focus.ts'
import { useStore } from '#islands/ui/hooks/use-store.tsx'
import * as profileText from '#messages/account/profile.ts'
import * as commonText from '#messages/common.ts'
import * as form from '#stores/profile/licence-upload.ts'

/** Replaces the button that loads it, and takes its focus. */
export function LicenceUpload() {
  const isSending = useStore(form.$isSending)
  const formError = useStore(form.$formError)
  return (
    <div ref={useFocusFallback()}>
      <div ref={focusFirstControl}>
        <Form className="grid grid-cols-[minmax(0,1fr)] gap-4" form={form} onSubmit={form.sendLicence}>
          <LicencePhotoField form={form} />
          <ErrorNote>{formError}</ErrorNote>
          <div className="grid md:justify-start">
            <Button busyLabel={commonText.sending} isBusy={isSending} type="submit">
              {profileText.sendLicence}
            </Button>
          </div>
        </Form>
      </div>
    </div>
  )
}
