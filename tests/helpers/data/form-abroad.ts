import { File } from 'node:buffer'

/** A form of jsdom's as one of Node's own, whose fetch knows no other. */
export async function formAbroad(form: FormData): Promise<FormData> {
  const empty = new Response('', { headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  const abroad = await empty.formData()
  for (const [name, value] of form) abroad.append(name, typeof value === 'string' ? value : await fileAbroad(value))
  return abroad
}

async function fileAbroad(file: Blob & { name: string }): Promise<Blob> {
  return new File([new Uint8Array(await file.arrayBuffer())], file.name, { type: file.type }) as unknown as Blob
}
