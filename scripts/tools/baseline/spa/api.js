import axios from 'axios'
import { initializeApp } from 'firebase/app'
import { getDownloadURL, getStorage, ref, uploadBytesResumable } from 'firebase/storage'

// How one-bundle apps commonly talk to their backend: one client with interceptors, and the cloud's storage beside it.

export const api = axios.create({ baseURL: '/api', timeout: 15_000 })

api.interceptors.request.use(config => {
  const token = localStorage.getItem('token')
  if (token) config.headers.set('authorization', `Bearer ${token}`)
  return config
})

api.interceptors.response.use(
  reply => reply,
  error => {
    if (error.response?.status === 401) localStorage.removeItem('token')
    return Promise.reject(error)
  }
)

export const ask = path => api.get(path).then(({ data }) => data)

const storage = getStorage(initializeApp({ projectId: 'bench', storageBucket: 'bench.test' }))

export async function uploadPhoto(photo) {
  const { ref: stored } = await uploadBytesResumable(ref(storage, `licences/${crypto.randomUUID()}`), photo)
  return getDownloadURL(stored)
}
