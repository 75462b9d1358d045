import jsQR from 'jsqr'
import sharp from 'sharp'

/** What a phone reads from a picture of a code, of any format. Null: nothing. */
export async function readCode(picture: Buffer): Promise<string | null> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data ?? null
}
