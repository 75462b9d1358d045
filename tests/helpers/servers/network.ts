// The API client loads ofetch with the first call. Load it now, because fake timers would not wait for a file read.
import 'ofetch'
