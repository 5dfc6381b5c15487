"""Many workbooks: processes, a cluster, remote files, the record of what is done."""
