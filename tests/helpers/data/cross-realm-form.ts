import { File } from 'node:buffer'

/** Converts jsdom's FormData to Node's, because Node's fetch accepts no other. */
export async function toNativeFormData(form: FormData): Promise<FormData> {
  const empty = new Response('', { headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  const nativeForm = await empty.formData()
  for (const [name, value] of form)
    nativeForm.append(name, typeof value === 'string' ? value : await toNativeFile(value))
  return nativeForm
}

async function toNativeFile(file: Blob & { name: string }): Promise<Blob> {
  return new File([new Uint8Array(await file.arrayBuffer())], file.name, { type: file.type }) as unknown as Blob
}
