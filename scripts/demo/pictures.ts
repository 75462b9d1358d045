import sharp from 'sharp'
import type { uploads } from '#server/db/schema/uploads.ts'
import { newId } from '#server/runtime/crypto.ts'

type Upload = typeof uploads.$inferInsert

/** A drawing as an upload: its row, its bytes and its public URL. */
export interface Picture {
  bytes: Buffer
  row: Upload
  url: string
}

const CONTENT_TYPE = 'image/webp'
const WEBP = { effort: 4, quality: 84 }

async function rasterised(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).webp(WEBP).toBuffer()
}

export async function publicPicture(svg: string, now: Date): Promise<Picture> {
  const id = newId()
  return {
    bytes: await rasterised(svg),
    row: { claimed_at: now, content_type: CONTENT_TYPE, created_at: now, id, kind: 'image', path: `images/${id}.webp` },
    url: `/api/images/${id}`
  }
}

export async function licencePicture(svg: string, email: string, now: Date): Promise<Picture> {
  const id = newId()
  const path = `licenses/${encodeURIComponent(email)}/${newId()}.webp`
  return {
    bytes: await rasterised(svg),
    row: { claimed_at: now, content_type: CONTENT_TYPE, created_at: now, id, kind: 'license', path },
    url: `/api/admin/licenses/${id}`
  }
}
